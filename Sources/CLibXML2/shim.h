#pragma once

// What Clients needs of C: libxml2's HTML parser, and zlib, which libxml2 itself is built on.

// Debian builds libxml2 with ICU, whose headers clash with those of Foundation's own copy. They only add private fields
// to the end of a structure that nobody here touches.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <zlib.h>

/// `xmlFree` is a variable that holds a function, which Swift takes for mutable state.
static inline void xml_free(void *memory) { xmlFree(memory); }

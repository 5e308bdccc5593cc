#pragma once

// What Clients needs of C: libxml2's HTML parser, and zlib, which libxml2 itself is built on.

// Debian builds libxml2 with ICU, whose headers clash with those of Foundation's own copy. They only add private fields
// to the end of a structure that nobody here touches.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <zlib.h>

// libxml2 is opened at the first call and not linked: with what it is built on, a second ICU above all, it takes a fifth of
// the time in which the program starts, and the first frame needs none of it. Every function may be called from any thread.

/// Whether a libxml2 is installed whose binary interface is known here: `libxml2.so.2` or `libxml2.so.16`. Where none is, the
/// functions below give nothing.
bool html_is_available(void);

/// Parses a text in UTF-8; `NULL` where that cannot be done. The options are libxml2's `htmlParserOption`.
htmlDocPtr html_read(const char *bytes, int length, int options);
void html_free(htmlDocPtr document);
xmlNodePtr html_root(htmlDocPtr document);

/// The text of an attribute, to be freed with `html_free_text`.
xmlChar *html_attribute(htmlDocPtr document, xmlNodePtr list);
/// All text below a node, to be freed with `html_free_text`.
xmlChar *html_content(xmlNodePtr node);
void html_free_text(xmlChar *text);

/// The character that HTML 4 names so; 0 where it names none.
unsigned int html_entity(const char *name);

#pragma once

// The C parts of Clients: libxml2's HTML parser, and zlib, which libxml2 uses itself.

// Debian builds libxml2 with ICU, whose headers clash with those of Foundation's copy. They only add private fields to the
// end of a structure, which are not used here.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <zlib.h>

// libxml2 is opened at the first call and not linked: with its dependencies, above all a second ICU, it takes a fifth of the
// program's start, and the first frame does not need it. Every function may be called from any thread.

/// Returns whether a libxml2 with a supported binary interface is installed: `libxml2.so.2` or `libxml2.so.16`. Without one
/// the functions below return nothing.
bool html_is_available(void);

/// Parses a text in UTF-8; returns `NULL` on failure. The options are libxml2's `htmlParserOption`.
htmlDocPtr html_read(const char *bytes, int length, int options);
void html_free(htmlDocPtr document);
xmlNodePtr html_root(htmlDocPtr document);

/// Returns the text of an attribute, to be freed with `html_free_text`.
xmlChar *html_attribute(htmlDocPtr document, xmlNodePtr list);
/// Returns all text below a node, to be freed with `html_free_text`.
xmlChar *html_content(xmlNodePtr node);
void html_free_text(xmlChar *text);

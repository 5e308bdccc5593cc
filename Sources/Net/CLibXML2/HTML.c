#include "CLibXML2.h"

#include <dlfcn.h>
#include <pthread.h>

// The functions of libxml2 in use, as its headers declare them.
static struct {
  __typeof__(xmlInitParser) *init_parser;
  __typeof__(htmlReadMemory) *read_memory;
  __typeof__(xmlFreeDoc) *free_document;
  __typeof__(xmlDocGetRootElement) *root;
  __typeof__(xmlNodeListGetString) *list_string;
  __typeof__(xmlNodeGetContent) *content;
  // A variable that contains a function.
  xmlFreeFunc *free_text;
} library;

static bool is_available;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void *place) {
  void *symbol = dlsym(handle, name);
  *(void **)place = symbol;
  return symbol != NULL;
}

static void open_library(void) {
  // The number of the binary interface: 2 for every libxml2 from 2.0 to 2.13, 16 from 2.14 on. The functions and fields used
  // here are the same in both, and in the headers of both.
  static const char *const names[] = {"libxml2.so.2", "libxml2.so.16"};
  void *handle = NULL;
  for (size_t i = 0; handle == NULL && i < sizeof names / sizeof names[0]; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == NULL) return;
  is_available = find(handle, "xmlInitParser", &library.init_parser) &&
                 find(handle, "htmlReadMemory", &library.read_memory) &&
                 find(handle, "xmlFreeDoc", &library.free_document) &&
                 find(handle, "xmlDocGetRootElement", &library.root) &&
                 find(handle, "xmlNodeListGetString", &library.list_string) &&
                 find(handle, "xmlNodeGetContent", &library.content) &&
                 find(handle, "xmlFree", &library.free_text);
  // libxml2 must set up its tables before several threads use it.
  if (is_available) library.init_parser();
}

bool html_is_available(void) {
  pthread_once(&once, open_library);
  return is_available;
}

htmlDocPtr html_read(const char *bytes, int length, int options) {
  return html_is_available() ? library.read_memory(bytes, length, NULL, "UTF-8", options) : NULL;
}

void html_free(htmlDocPtr document) {
  if (html_is_available()) library.free_document(document);
}

xmlNodePtr html_root(htmlDocPtr document) {
  return html_is_available() ? library.root(document) : NULL;
}

xmlChar *html_attribute(htmlDocPtr document, xmlNodePtr list) {
  return html_is_available() ? library.list_string(document, list, 1) : NULL;
}

xmlChar *html_content(xmlNodePtr node) {
  return html_is_available() ? library.content(node) : NULL;
}

void html_free_text(xmlChar *text) {
  if (html_is_available()) (*library.free_text)(text);
}

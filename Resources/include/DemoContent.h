/// The demonstration's content: the files of Resources/, compiled in, so that the program is one file that can be
/// copied anywhere.
#pragma once

#include <stddef.h>

/// The bytes of one file; a constant of the program.
typedef struct DemoContentFile {
  const unsigned char *_Nonnull bytes;
  size_t length;
} DemoContentFile;

/// Questions, each file a JSON array: by tag, and some of no particular tag.
DemoContentFile DemoContentAndroidQuestions(void);
DemoContentFile DemoContentIOSQuestions(void);
DemoContentFile DemoContentRubyQuestions(void);
DemoContentFile DemoContentWindowsPhoneQuestions(void);
DemoContentFile DemoContentGeneralQuestions(void);

/// Page titles and user names of the Wikipedia feed, one a line, UTF-8.
DemoContentFile DemoContentWikipediaTitles(void);
DemoContentFile DemoContentWikipediaUsers(void);

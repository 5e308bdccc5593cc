// Each file becomes an array by #embed (C23), which the compiler reads in one go: nothing has to be generated first.

#include "DemoContent.h"

static const unsigned char androidQuestions[] = {
#embed "questions/android.json"
};
static const unsigned char iosQuestions[] = {
#embed "questions/ios.json"
};
static const unsigned char rubyQuestions[] = {
#embed "questions/ruby.json"
};
static const unsigned char windowsPhoneQuestions[] = {
#embed "questions/windows-phone.json"
};
static const unsigned char generalQuestions[] = {
#embed "questions/general.json"
};
static const unsigned char wikipediaTitles[] = {
#embed "wikipedia-titles.txt"
};
static const unsigned char wikipediaUsers[] = {
#embed "wikipedia-users.txt"
};

#define FILE_OF(array) ((DemoContentFile){.bytes = (array), .length = sizeof(array)})

DemoContentFile DemoContentAndroidQuestions(void) { return FILE_OF(androidQuestions); }
DemoContentFile DemoContentIOSQuestions(void) { return FILE_OF(iosQuestions); }
DemoContentFile DemoContentRubyQuestions(void) { return FILE_OF(rubyQuestions); }
DemoContentFile DemoContentWindowsPhoneQuestions(void) { return FILE_OF(windowsPhoneQuestions); }
DemoContentFile DemoContentGeneralQuestions(void) { return FILE_OF(generalQuestions); }
DemoContentFile DemoContentWikipediaTitles(void) { return FILE_OF(wikipediaTitles); }
DemoContentFile DemoContentWikipediaUsers(void) { return FILE_OF(wikipediaUsers); }

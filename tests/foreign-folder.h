/* A folder with an archive and a set in it, for the tests of foreign files. */
#ifndef TA_FOREIGN_FOLDER_H
#define TA_FOREIGN_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive-testing.h"

static char folder[] = "/tmp/takeaway-foreign-XXXXXX";
static char path[64], set_path[64], spec_of_set[80];

static void setup(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(set_path, sizeof set_path, "%s/set", folder);
    snprintf(spec_of_set, sizeof spec_of_set, "file:%s", set_path);
    test_write_file(set_path, "1\n4\n9\n16\n25\n", 12);
}

static void teardown(void)
{
    unlink(path);
    unlink(set_path);
    ck_assert_int_eq(rmdir(folder), 0);
}

#endif

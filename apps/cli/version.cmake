# Writes a source file with the version and the commit, each time something is built, and only where it changed.
# Called with -DSOURCE_DIR= -DVERSION= -DOUTPUT=. Without git, or outside of a repository, the commit is "unknown".

set(commit unknown)
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(
    COMMAND ${GIT} -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE described
    RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
  if(status EQUAL 0)
    set(commit ${described})
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "apps/cli/version.h"

namespace backlot::cli {

std::string version_text() { return "backlot @VERSION@ (commit @commit@)"; }

}  // namespace backlot::cli
]])

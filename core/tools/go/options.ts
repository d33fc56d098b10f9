/** Options that the subcommands of go share (`go help build`, `go help testflag` of 1.26). */

/** Booleans: `-race`, `-race=false`. */
export const BUILD_BOOLEANS =
  "-a -race -msan -asan -cover -work -linkshared -modcacherw -trimpath -buildvcs -i";

export const BUILD_ARGUMENTS =
  "-C -p -covermode -coverpkg -asmflags -buildmode -compiler -gccgoflags -gcflags " +
  "-installsuffix -ldflags -mod -modfile -overlay -pgo -pkgdir -tags -toolexec -o";

/** Command lines, names of packages as they are built, and formats for programs. */
export const EXACT_FORMATS = "-json -n -x -v";

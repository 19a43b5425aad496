# Finds Java 25 or newer; read by the launchers. $java_program is what it must have: java, or javac to build with.

# prints the major version of the JDK in folder $1, nothing if there is none
jdk_version() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/$java_program" ] || return 0
  version=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$1/release" 2>/dev/null) || version=
  [ -n "$version" ] || version=$("$1/bin/java" -version 2>&1 | sed -n '1s/.*"\([0-9][0-9]*\).*/\1/p') || version=
  printf '%s' "$version"
}

is_new_enough() {
  version=$(jdk_version "$1")
  [ -n "$version" ] && [ "$version" -ge 25 ]
}

# prints the folder of the JDK whose java stands in PATH, nothing if there is none
jdk_in_path() {
  java=$(command -v java) || return 0
  while [ -h "$java" ]; do
    link=$(readlink "$java")
    case $link in /*) java=$link ;; *) java=$(dirname "$java")/$link ;; esac
  done
  (cd "$(dirname "$java")/.." && pwd -P)
}

# sets jdk: JAVA_HOME, else PATH, else the lowest sufficient version in the usual places
find_jdk() {
  for jdk in "${JAVA_HOME:-}" "$(jdk_in_path)"; do
    if [ -n "$jdk" ] && is_new_enough "$jdk"; then return; fi
  done
  best=
  for jdk in /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* /usr/local/*jdk* \
      "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    is_new_enough "$jdk" || continue
    if [ -z "$best" ] || [ "$version" -lt "$best_version" ]; then best=$jdk best_version=$version; fi
  done
  if [ -z "$best" ] && [ -x /usr/libexec/java_home ]; then
    best=$(/usr/libexec/java_home -v 25+ 2>/dev/null) || best=
  fi
  [ -n "$best" ] || die "a JDK 25 or newer is missing: install one (for example Temurin 25) and set JAVA_HOME to its folder."
  jdk=$best
}

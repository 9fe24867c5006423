#!/bin/sh
# Entry point of the image. With --sandbox-only the young generation of the heap is small, which saves 30 MB of memory but costs more
# garbage collection. The site runs with Node's default.
case " $* " in
  *" --sandbox-only "*) exec node --max-semi-space-size=2 build/node/server/main.js "$@" ;;
esac
exec node build/node/server/main.js "$@"

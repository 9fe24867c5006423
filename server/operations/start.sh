#!/bin/sh
# Entry point of the image. With --sandbox-only the young generation of the heap is small: 30 MB less memory for more work of the
# garbage collector. The site runs with Node's default.
case " $* " in
  *" --sandbox-only "*) exec node --max-semi-space-size=2 build/node/server/main.js "$@" ;;
esac
exec node build/node/server/main.js "$@"

// The check of a postback's signature in four languages: each reads the raw body from its input, the header and the secret from the
// environment, and ends with 0 when the delivery is genuine. The tests run them.
import type { Language } from "./blocks.ts";

export const SIGNATURE_SAMPLES: Record<Language, string> = {
  curl: `own="sha256=$(openssl dgst -sha256 -hmac "$POSTBACK_SECRET" | sed 's/^.* //')"
[ "$own" = "$SIGNATURE" ]`,
  python: `import hashlib, hmac, os, sys

own = "sha256=" + hmac.new(os.environ["POSTBACK_SECRET"].encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest()
sys.exit(0 if hmac.compare_digest(own, os.environ["SIGNATURE"]) else 1)`,
  typescript: `import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";

const { POSTBACK_SECRET = "", SIGNATURE = "" } = process.env;
const own = \`sha256=\${createHmac("sha256", POSTBACK_SECRET).update(readFileSync(0)).digest("hex")}\`;
const isGenuine = own.length === SIGNATURE.length && timingSafeEqual(Buffer.from(own), Buffer.from(SIGNATURE));
process.exit(isGenuine ? 0 : 1);`,
  go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	own := hmac.New(sha256.New, []byte(os.Getenv("POSTBACK_SECRET")))
	own.Write(body)
	if !hmac.Equal([]byte("sha256="+hex.EncodeToString(own.Sum(nil))), []byte(os.Getenv("SIGNATURE"))) {
		os.Exit(1)
	}
}`,
};

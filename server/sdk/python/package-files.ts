// Builds the Python package from the hand-written modules of `runtime` and the generated models and clients, and its
// archives.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  DEPTH_CODES,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
  SEGMENT_NUMBERS,
} from "../../../app/contract/trading-api/packets.ts";
import type { Contract } from "../contract.ts";
import { LICENCE, LICENCE_TEXT } from "../licence.ts";
import { type Publisher, UNNAMED_PUBLISHER } from "../publisher.ts";
import { tarOf, zipPackage } from "./archives.ts";
import { clientSource } from "./client-source.ts";
import { jsonLiteral, Models, streamTypes } from "./models.ts";

const PROJECT = "trading-api-client";
const MODULE = "trading_api_client";
const RUNTIME = ["_http", "_models", "_packets", "_sockets", "frames"];

/** Writes the package to `folder` and its archives to `into`. */
export function writePythonPackage(
  contract: Contract,
  folder: string,
  into: string,
  publisher: Publisher = UNNAMED_PUBLISHER,
): void {
  const { version } = contract;
  const modules = moduleFiles(contract);
  const distInfo = `${MODULE}-${version}.dist-info`;
  const files: Record<string, string> = {
    ...modules,
    [`${distInfo}/METADATA`]: metadata(version, publisher),
    [`${distInfo}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: trading-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${distInfo}/licenses/LICENSE`]: LICENCE_TEXT,
  };
  const zipName = `${MODULE}-${version}-py3-none-any.whl`;
  const root = `${MODULE}-${version}`;
  const source: Record<string, string> = {
    [`${root}/PKG-INFO`]: metadata(version, publisher),
    [`${root}/pyproject.toml`]: `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["build-backend"]\n`,
    [`${root}/wheel-name`]: `${zipName}\n`,
    [`${root}/build-backend/backend.py`]: runtime("backend"),
    ...Object.fromEntries(
      Object.entries({ ...files, [`${distInfo}/RECORD`]: "" }).map(([name, text]) => [
        `${root}/wheel/${name}`,
        text,
      ]),
    ),
  };
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, "METADATA"), metadata(version, publisher));
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, zipName), zipPackage(files, distInfo));
  writeFileSync(join(into, `${PROJECT}.tar.gz`), tarOf(source));
}

const runtime = (name: string): string =>
  readFileSync(join(import.meta.dirname, "runtime", `${name}.py`), "utf8");

/**
 * Returns the metadata lines about the publisher. An e-mail address goes into a separate field, together with the name.
 */
const publisherLines = ({ author, homepage, support, repository }: Publisher): string =>
  [
    author.email === undefined
      ? `Author: ${author.name}`
      : `Author-email: ${JSON.stringify(author.name)} <${author.email}>`,
    ...(homepage === null ? [] : [`Project-URL: Homepage, ${homepage}`]),
    ...(support.url === undefined ? [] : [`Project-URL: Support, ${support.url}`]),
    ...(repository === null ? [] : [`Project-URL: Repository, ${repository}`]),
  ].join("\n");

const metadata = (version: string, publisher: Publisher): string => `Metadata-Version: 2.1
Name: ${PROJECT}
Version: ${version}
Summary: Client of the trading and data API: typed calls, sync and async, price and order sockets
License: ${LICENCE}
${publisherLines(publisher)}
Keywords: trading,broker,api,market-data
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Topic :: Office/Business :: Financial :: Investment
Classifier: Typing :: Typed
Requires-Python: >=3.9
Requires-Dist: httpx >=0.23,<1
Provides-Extra: sockets
Requires-Dist: websockets >=10 ; extra == "sockets"
Provides-Extra: pandas
Requires-Dist: pandas >=1.5 ; extra == "pandas"
Description-Content-Type: text/markdown

# ${PROJECT}

Client of the trading and data API for Python 3.9 and later, with httpx. \`TradingClient\` is sync, \`AsyncTradingClient\` is async; both keep
their connections alive. The extra \`sockets\` adds price and order sockets, the extra \`pandas\` data frames.

Install it into a virtual environment, which Debian, Ubuntu and Homebrew require:

    python3 -m venv .venv && . .venv/bin/activate
    pip install "trading-api-client[sockets] @ https://YOUR-BROKER/docs/v2/clients/python/trading-api-client.tar.gz"

    from trading_api_client import PlaceOrder, TradingClient

    with TradingClient(base_url, access_token, client_id) as client:
        placed = client.place_order(PlaceOrder(
            transaction_type="BUY", exchange_segment="NSE_EQ", product_type="INTRADAY", order_type="MARKET",
            validity="DAY", security_id="1333", quantity=5))
        print(client.get_order(placed.order_id).order_status)

Licence: MIT.
`;

function moduleFiles(contract: Contract): Record<string, string> {
  const models = new Models(contract.schemas);
  // The clients are generated first, because every type that they refer to becomes a model.
  const client = clientSource(contract, models);
  const own = Object.fromEntries(RUNTIME.map((name) => [`${MODULE}/${name}.py`, runtime(name)]));
  return {
    [`${MODULE}/__init__.py`]: initSource(contract),
    ...own,
    [`${MODULE}/_layouts.py`]: layouts(),
    [`${MODULE}/client.py`]: client,
    [`${MODULE}/models.py`]: modelsSource(contract, models),
    [`${MODULE}/py.typed`]: "",
  };
}

const initSource = ({
  version,
}: Contract): string => `"""Client of the trading and data API, version ${version}.

\`\`TradingClient\`\` and \`\`AsyncTradingClient\`\` have one method for each call. Requests are models such as \`\`PlaceOrder\`\`, or dicts with the
field names of the API. Retries wait for the time in Retry-After and never send an order twice.
"""

from ._http import Page, TradingApiError
from ._models import Model, to_json
from ._packets import read_depth_message, read_market_message
from ._sockets import StreamError
from .client import AsyncTradingClient, TradingClient
from .models import *  # noqa: F403

API_VERSION = ${jsonLiteral(version)}
__version__ = API_VERSION
`;

const modelsSource = (
  { version, ...contract }: Contract,
  models: Models,
): string => `"""Models of the API's requests and responses, version ${version}, generated from its contract. Do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._models import Model, wire

${models.source()}

${streamTypes({ version, ...contract })}
`;

/** Formats JSON as Python source. */
const python = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\btrue\b/g, "True")
    .replaceAll(/\bnull\b/g, "None");

function layouts(): string {
  const packets = Object.entries(MARKET_PACKETS).map(
    ([kind, { code, bytes, fields }]) => `${code}: ${python({ kind, bytes, fields })}`,
  );
  const kinds = Object.entries(DEPTH_CODES).map(([kind, code]) => `${code}: ${jsonLiteral(kind)}`);
  const segments = Object.entries(SEGMENT_NUMBERS).map(([name, number]) => `${number}: ${jsonLiteral(name)}`);
  return `"""Layouts of the binary packets, generated from the API's contract. Do not edit."""

from typing import Any

SEGMENTS = {${segments.join(", ")}}
MARKET: Any = {"headerBytes": ${MARKET_HEADER_BYTES}, "header": ${python(MARKET_HEADER)}, "level": ${python(FULL_LEVEL)}, "levels": ${FULL_LEVELS}, "levelsOffset": ${FULL_LEVELS_OFFSET}, "levelBytes": ${FULL_LEVEL_BYTES}, "packets": {${packets.join(", ")}}}
DEPTH: Any = {"headerBytes": ${DEPTH_HEADER_BYTES}, "header": ${python(DEPTH_HEADER)}, "row": ${python(DEPTH_ROW)}, "rowBytes": ${DEPTH_ROW_BYTES}, "kinds": {${kinds.join(", ")}}}
`;
}

// Renders the page of one route with Remix's own request handler, and submits a form of this page.
import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { type HTMLElement, parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import type { SiteContext } from "../../app/context.ts";

type Page = { status: number; location: string | null; cookie: string | null; html: HTMLElement };

/** Returns functions that load a page of the route at `path` and submit its forms. */
export function routePage(path: string, route: object, context: Partial<SiteContext>, id = "page") {
  const entry = { id, path: path.slice(1), hasLoader: true, hasAction: true };
  const build = {
    entry: { module: { default: renderDocument } },
    routes: { [id]: { ...entry, module: route } },
    assets: {
      entry: { imports: [], module: "" },
      routes: { [id]: { ...entry, module: "" } },
      url: "",
      version: "",
    },
    basename: "/",
    publicPath: "/",
    future: {},
    isSpaMode: false,
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  async function answer(address: string, init?: RequestInit): Promise<Page> {
    const found = await handle(new Request(new URL(address, "http://site.example"), init), { ...context });
    return {
      status: found.status,
      location: found.headers.get("Location"),
      cookie: found.headers.get("Set-Cookie"),
      html: parse(await found.text()),
    };
  }
  return {
    get: (address: string) => answer(address),
    /** Submits the page's form that contains a field `name`. The values in `typed` replace those of the page. */
    submit(page: HTMLElement, name: string, typed: Record<string, string>) {
      const form = page
        .querySelectorAll('form[method="post"]')
        .find((one) => one.querySelector(`[name="${name}"]`));
      if (form === undefined) throw new Error(`no form has a field ${name}`);
      const fields = form
        .querySelectorAll("input")
        .map((input) => [input.getAttribute("name"), input.getAttribute("value") ?? ""]);
      const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed });
      return answer(form.getAttribute("action") ?? "", { method: "POST", body });
    },
  };
}

function renderDocument(request: Request, status: number, headers: Headers, context: EntryContext): Response {
  const html = renderToStaticMarkup(<RemixServer context={context} url={request.url} />);
  return new Response(html, { status, headers });
}

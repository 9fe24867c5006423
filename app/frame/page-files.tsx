// Scripts and styles of the build, each with the hash of its file. The content security policy allows no other scripts.
import { useContext } from "react";
import { PageFilesContext } from "./request.ts";

type ScriptData = { readonly [name: `data-${string}`]: string };

export function PageScript({ src, ...data }: { src: string } & ScriptData) {
  const files = useContext(PageFilesContext);
  files.hasScripts = true;
  // A low priority leaves a slow line to the stylesheet. React 18 knows the attribute in lower case only.
  const priority = { fetchpriority: "low" };
  return <script type="module" src={src} integrity={files.integrity.get(src)} {...priority} {...data} />;
}

export function PageStyle({ href }: { href: string }) {
  const { integrity } = useContext(PageFilesContext);
  return <link rel="stylesheet" href={href} integrity={integrity.get(href)} />;
}

// Scripts and styles of the build, each with the hash of its file. The content security policy allows no other scripts.
import { useContext } from "react";
import { PageFilesContext } from "./request.ts";

type ScriptData = { readonly [name: `data-${string}`]: string };

export function PageScript({ src, ...data }: { src: string } & ScriptData) {
  const files = useContext(PageFilesContext);
  files.hasScripts = true;
  // With a low priority, the script does not delay the stylesheet on a slow connection. React 18 supports the attribute
  // only in lower case.
  const priority = { fetchpriority: "low" };
  return <script type="module" src={src} integrity={files.integrity.get(src)} {...priority} {...data} />;
}

export function PageStyle({ href }: { href: string }) {
  const { integrity } = useContext(PageFilesContext);
  return <link rel="stylesheet" href={href} integrity={integrity.get(href)} />;
}

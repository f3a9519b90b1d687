// The page on the home screen: this needs a manifest and a service worker, which only a site has.

import { make } from "./dom.js";

/** Lets the page of a site be installed, and work without a network after the first visit. */
export async function makeInstallable() {
  const isSite = document.querySelector('#pages [href="index.html"]') && location.protocol.startsWith("http");
  if (!isSite) return;
  document.head.append(make("link", { rel: "manifest", href: "site.webmanifest" }),
    make("link", { rel: "apple-touch-icon", href: "apple-touch-icon.png" }));
  try {
    await navigator.serviceWorker?.register("offline.js");
  } catch {
    // A sandboxed frame names the service worker, and refuses it.
  }
}

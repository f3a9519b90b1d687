// The page as an app on the home screen. An app needs a manifest and a service worker, and only a site has both.

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
    // In a sandboxed frame, the browser offers service workers but refuses to register one.
  }
}

// The service worker of the site. Pages come from the network. Without a network, pages come from the files
// that the browser kept at the last visit. This file changes whenever the site changes, so that a browser
// fetches a new site as a whole.

const FILES = {{ files }}; // files that are kept; the site has the digest {{ digest }}
const VISITED = {{ visited }}; // files that are kept only after the player has opened them
const PATIENCE = 5000; // milliseconds to wait for the network
const NAME = `clueproof ${registration.scope}`;
const addresses = new Set(FILES.map((file) => new URL(file, registration.scope).href));

oninstall = (event) => event.waitUntil(caches.open(NAME)
  .then((cache) => cache.addAll(FILES.filter((file) => !VISITED.includes(file)).map((file) => new Request(file, { cache: "reload" }))))
  .then(() => skipWaiting()));
onactivate = (event) => event.waitUntil(clients.claim());

onfetch = (event) => {
  const { method, url } = event.request;
  if (method === "GET" && addresses.has(url.split(/[?#]/)[0])) event.respondWith(answerFetch(url.split(/[?#]/)[0]));
  else if (event.request.mode === "navigate") { // a page that is not kept, such as the documentation
    event.respondWith(fetch(event.request).catch(async () => (await caches.open(NAME)).match(new URL("404.html", registration.scope))));
  }
};

async function answerFetch(address) {
  const cache = await caches.open(NAME);
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) await cache.put(address, answer.clone());
    return answer;
  } catch {
    return await cache.match(address) ?? Response.error();
  }
}

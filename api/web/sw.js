// Keeps the page usable without network: what came last is given when nothing new comes.

const CACHE = "park-advisor";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const files = await (await fetch("/web/files.json")).json();
    await Promise.all(files.map(async (path) => {
      const answer = await fetch(path);
      if (answer.ok) await cache.put(path, answer);
    }));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const kept = event.request.method === "GET" && url.origin === location.origin && !url.pathname.startsWith("/v1/jobs");
  if (kept) event.respondWith(newest(event.request, url));
});

async function newest(request, url) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !url.pathname.startsWith("/p/") && !url.pathname.startsWith("/v1/shares/")) await cache.put(request, answer.clone());
    return answer;
  } catch {
    const found = await cache.match(request);
    if (found) return found;
    return request.mode === "navigate" ? (await cache.match("/")) ?? Response.error() : Response.error();
  }
}

/** Default name of a screen, from its browser's user agent; the owner can rename it. */
const makers: [RegExp, string][] = [
  [/web0s|webos/i, 'LG TV'],
  [/tizen|samsung/i, 'Samsung TV'],
  [/bravia/i, 'Sony TV'],
  [/hisense|vidaa/i, 'Hisense TV'],
  [/\bAFT[A-Z]|fire tv/i, 'Fire TV'],
  [/crkey|chromecast/i, 'Chromecast'],
  [/mitv|miui|redmi/i, 'Mi TV'],
  [/xbox/i, 'Xbox'],
  [/playstation/i, 'PlayStation'],
  [/android.*\btv\b|googletv/i, 'Android TV'],
]
const browsers: [RegExp, string][] = [
  [/edg\//i, 'Edge'],
  [/firefox\//i, 'Firefox'],
  [/chrome\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/android/i, 'Android'],
  [/iphone|ipad/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'macOS'],
  [/linux|x11/i, 'Linux'],
]

export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const find = (list: [RegExp, string][]) => list.find(([word]) => word.test(text))?.[1]
  const maker = find(makers)
  if (maker) return maker
  const [browser, system] = [find(browsers) ?? 'TV', find(systems)]
  return system ? `${browser} (${system})` : browser
}

/** TVs with the same name get a number. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(free)) return free
  }
}

/** Tells when the page turns dark or light: what a script painted is painted again, as a phone turns dark in the evening. */

/** theme.js writes the theme on the root element. */
export function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

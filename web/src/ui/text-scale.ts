/** How much larger than usual a person wants text in this browser: 1 for 16 px. Rows of virtual lists have their height before they are drawn. */
const usualPx = 16

export function textScale(): number {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return px > 0 ? px / usualPx : 1
}

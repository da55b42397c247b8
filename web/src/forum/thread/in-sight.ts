/** Whether a reply is in view: all of it, or as much as fits between the bars above and below. */
const coversAbove = '.navbar'
const coversBelow = '.fm-foot'

export function isInSight(floor: number): boolean {
  const row = document.querySelector(`[data-floor="${floor}"]`)?.getBoundingClientRect()
  if (!row) return false
  const top = document.querySelector(coversAbove)?.getBoundingClientRect().bottom ?? 0
  const bottom = document.querySelector(coversBelow)?.getBoundingClientRect().top ?? innerHeight
  return row.top >= top && row.top + Math.min(row.height, bottom - top) <= bottom
}

/** Whether a reply is in view: all of it, or as much as fits between the bars above and below. */
import barsStyles from '../../ui/bars.module.css'
import footStyles from './thread-foot.module.css'

const coversAbove = `.${barsStyles.navbar}`
const coversBelow = `.${footStyles.foot}`

export function isInSight(floor: number): boolean {
  const row = document.querySelector(`[data-floor="${floor}"]`)?.getBoundingClientRect()
  if (!row) return false
  const top = document.querySelector(coversAbove)?.getBoundingClientRect().bottom ?? 0
  const bottom = document.querySelector(coversBelow)?.getBoundingClientRect().top ?? innerHeight
  return row.top >= top && row.top + Math.min(row.height, bottom - top) <= bottom
}

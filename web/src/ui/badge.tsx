/** How much is new: a red count that stops at 99 (spec 9), the true number for who cannot see it. Nothing at zero. */
export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <b className="n">
      <span aria-hidden="true">{Math.min(count, 99)}</span>
      <span className="vh">{label}</span>
    </b>
  )
}

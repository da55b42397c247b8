/** A thin progress bar: live (moving), rest, warn (amber: the user must act), or old (last known value, no animation). */
export type BarTone = 'live' | 'rest' | 'warn' | 'old'

export function Bar({ percent, tone = 'rest', label }: { percent: number; tone?: BarTone; label: string }) {
  const value = Math.round(percent)
  return (
    <div className={`bar ${tone}`}>
      <progress className="vh" aria-label={label} value={value} max={100} />
      {/* Does not animate backwards when emptied. */}
      <i style={{ width: `${percent}%`, ...(percent === 0 && { transition: 'none' }) }} />
    </div>
  )
}

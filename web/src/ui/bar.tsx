/** A thin bar of progress: live (moving now), resting, amber where it needs someone, or old: what was last heard, at a standstill. */
export type BarTone = 'live' | 'rest' | 'warn' | 'old'

export function Bar({ percent, tone = 'rest', label }: { percent: number; tone?: BarTone; label: string }) {
  const value = Math.round(percent)
  return (
    <div className={`bar ${tone}`}>
      <progress className="vh" aria-label={label} value={value} max={100} />
      {/* An emptied bar does not run backwards. */}
      <i style={{ width: `${percent}%`, ...(percent === 0 && { transition: 'none' }) }} />
    </div>
  )
}

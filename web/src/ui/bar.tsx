/** A thin bar of progress: live (moving now), resting, or amber where it needs someone. */
export type BarTone = 'live' | 'rest' | 'warn'

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

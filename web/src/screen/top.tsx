/** The line above everything: whose box it is, and the time. */
import { useEffect, useState } from 'react'
import { later, now } from '../kit/clock.ts'
import { useLang } from '../kit/lang.ts'
import { Mark } from '../ui/icon.tsx'

const lookMs = 5_000

export function Top({ name }: { name: string }) {
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en-GB'
  const [at, setAt] = useState(now)
  useEffect(() => later(lookMs, () => setAt(now())), [at])
  return (
    <header className="top">
      <span className="mark">
        <Mark size={48} />
        {name}
      </span>
      <time className="num">{new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false })}</time>
    </header>
  )
}

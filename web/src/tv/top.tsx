/** The top bar: the box's name, and the time. */
import { now } from '../kit/clock.ts'
import { useLang } from '../kit/lang.ts'
import { Mark } from '../ui/icon.tsx'
import { useNow } from './use-now.ts'

const lookMs = 5_000

/** isOver: it is on top of a picture. */
export function Top({ name, isOver }: { name: string; isOver?: boolean }) {
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en-GB'
  useNow(lookMs)
  return (
    <header className="top">
      <span className="mark">
        <Mark size={48} />
        {name}
      </span>
      <time className={isOver ? 'num pill' : 'num'}>
        {new Date(now()).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false })}
      </time>
    </header>
  )
}

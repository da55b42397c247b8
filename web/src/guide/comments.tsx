/** The bullet comments of a guide as a list: for who cannot see them fly, and to jump to where one was said. */
import type { Bullet } from '@homeport/contract/guide.ts'
import { useText } from '../kit/lang.ts'
import { Fold } from '../ui/fold.tsx'
import './guide.css'
import { guideText } from './text.ts'
import { timeOf } from './time.ts'

export function Comments({ bullets, jump }: { bullets: readonly Bullet[]; jump: (toMs: number) => void }) {
  const words = useText(guideText)
  return (
    <Fold title={words.comments(bullets.length)}>
      {bullets.length === 0 && <p>{words.noComments}</p>}
      <ol className="gv-comments">
        {bullets.map(({ id, text, time_ms, is_mine }) => (
          <li key={id}>
            <button type="button" className="num" aria-label={words.at(timeOf(time_ms))} onClick={() => jump(time_ms)}>
              {timeOf(time_ms)}
            </button>
            <span className="grow">{text}</span>
            {is_mine && <span className="cap">{words.mine}</span>}
          </li>
        ))}
      </ol>
    </Fold>
  )
}

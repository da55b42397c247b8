/** A film, series or episode that somebody wants to see: its poster and what became of it. */
import type { Wish } from '@homeport/contract/feed/wish.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import filmCardStyles from '../film-card.module.css'
import { Poster } from '../poster.tsx'
import { wishNumber, wishState } from './wish-state.ts'
import { wishText } from './wish-text.ts'
import styles from './wish.module.css'

export function WishCard({ wish, open }: { wish: Wish; open: () => void }) {
  const words = useText(wishText)
  const number = wishNumber(wish)
  return (
    <button type="button" className={classes(filmCardStyles.card, styles.card)} aria-haspopup="dialog" onClick={open}>
      <Poster poster={wish.poster} title={wish.title} />
      <p className={classes(textStyles.oneLine, filmCardStyles.title)} title={wish.title} dir="auto">
        {wish.title}
      </p>
      {number !== '' && <p className={classes(textStyles.oneLine, textStyles.numeric)}>{number}</p>}
      <p className={classes(textStyles.oneLine, textStyles.numeric)}>{wishState(wish, words)}</p>
    </button>
  )
}

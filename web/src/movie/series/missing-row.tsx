/** An episode that the library does not have: its number in an outline, its title, when it was on air, and the button that gets it. */
import type { Device } from '@homeport/contract/device.ts'
import type { MissingEpisode } from '@homeport/contract/feed/wish.ts'
import { calendarDay } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { taskPath, useAddWish, wishesPath } from '../wish/wish-data.ts'
import { wishText } from '../wish/wish-text.ts'
import { seriesText } from './series-text.ts'
import styles from './series.module.css'

type Props = { device: Device; tmdb: string; season: number; episode: MissingEpisode }

export function MissingRow({ device, tmdb, season, episode }: Props) {
  const words = useText(wishText)
  const { add, isPending } = useAddWish(device)
  const { number, title, air_date, state, task_id } = episode
  const name = useText(seriesText).episode(String(number))
  const shown = title === '' ? name : `${number}. ${title}`
  const day = calendarDay(air_date)
  return (
    <>
      <div className={classes(styles.episode, styles.missing)}>
        <span className={styles.still} aria-hidden="true">
          <span className={styles.outline}>{number}</span>
        </span>
        <span className={layoutStyles.grow}>
          <span className={classes(styles.title, textStyles.twoLines)}>{shown}</span>
          <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.block)}>
            {state === 'coming' ? words.airs(day) : words.aired(day)}
          </span>
        </span>
      </div>
      {state === 'missing' && (
        <Button
          variant="line"
          isSmall
          isBusy={isPending}
          aria-label={words.getNamed(shown)}
          disabled={device.online !== 1}
          onClick={() => add({ tmdb, season, episode: number })}
        >
          {words.getIt}
        </Button>
      )}
      {state === 'wanted' && (
        <a className={classes(textStyles.caption, textStyles.link)} href={`#${wishesPath}`}>
          {words.onList}
        </a>
      )}
      {state === 'taken' && (
        <a
          className={classes(textStyles.caption, textStyles.link)}
          href={task_id === '' ? `#${wishesPath}` : hrefTo(taskPath, { id: task_id })}
        >
          {words.downloading}
        </a>
      )}
    </>
  )
}

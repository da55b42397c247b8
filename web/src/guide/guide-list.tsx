/** All guides in their groups; the open one is marked. */
import type { Series } from '@homeport/contract/guide.ts'
import { useText } from '../kit/lang.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import { guideHref } from './data.ts'
import styles from './guide.module.css'
import { SlideDrawing } from './slide-drawing.tsx'
import { guideText } from './text.ts'
import { timeOf } from './time.ts'

export function GuideList({ groups, openId }: { groups: readonly Series[]; openId: string }) {
  const words = useText(guideText)
  return (
    <nav className={styles.list} aria-label={words.toAll}>
      {groups.map(({ id, title, videos }) => (
        <section key={id}>
          {/* The saved copy of the last open guide alone bears no title of its group. */}
          {title !== '' && <h2>{title}</h2>}
          <ul>
            {videos.map((video) => (
              <li key={video.id}>
                <a href={guideHref(video.id)} aria-current={video.id === openId ? 'page' : undefined}>
                  <span className={styles.thumbnail}>
                    {video.cover ? (
                      <img src={pictureUrl(video.cover.id)} alt="" loading="lazy" decoding="async" />
                    ) : (
                      <SlideDrawing name={video.slides[0]?.drawing ?? 'film'} />
                    )}
                  </span>
                  <span className={layoutStyles.grow}>
                    <span className={classes(textStyles.label, textStyles.twoLines)}>{video.title}</span>
                    <span className={classes(textStyles.caption, textStyles.oneLine)}>
                      <span className={textStyles.numeric}>{timeOf(video.duration_ms)}</span> · {video.about}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

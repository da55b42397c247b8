/** A user in a list, with a link to the profile and actions beside it. */
import type { Person } from '@homeport/contract/shape/person.ts'
import type { ReactNode } from 'react'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import textStyles from '../ui/text.module.css'
import { personOf } from './data.ts'
import peopleStyles from './people.module.css'
import styles from './person-row.module.css'

export function PersonItem({ person, note, children }: { person: Person; note?: string | undefined; children?: ReactNode }) {
  const name = displayNameOf(person)
  const below = [name === person.username ? '' : person.username, note ?? ''].filter((part) => part !== '').join(' · ')
  return (
    <li className={classes(styles.row, listStyles.divided)}>
      <a className={styles.who} href={personOf(person.user_id)}>
        <Avatar name={name} src={pictureUrl(person.avatar)} isSmall />
        <span className={layoutStyles.grow}>
          <span className={classes(textStyles.label, textStyles.oneLine)}>{name}</span>
          {below !== '' && <span className={classes(textStyles.caption, textStyles.oneLine)}>{below}</span>}
        </span>
      </a>
      {children}
    </li>
  )
}

export function PeopleSkeleton() {
  return (
    <ul className={classes(peopleStyles.people, skeletonStyles.late)} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <li className={classes(styles.row, listStyles.divided)} key={row}>
          <span className={styles.who}>
            <Skeleton width={40} height={40} isRound />
            <span className={layoutStyles.grow}>
              <Skeleton width={120 + (row % 3) * 24} height={16} />
            </span>
          </span>
          <Skeleton width={84} height={36} radius={18} />
        </li>
      ))}
    </ul>
  )
}

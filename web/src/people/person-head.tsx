/** The head of a user's page: picture, names, description, counts, and actions. */
import type { PersonPage } from '@homeport/contract/people.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mars, MessageSquare, Venus } from 'lucide-react'
import { dateOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { RegionName } from '../shared/region/region-name.tsx'
import { Avatar } from '../ui/avatar.tsx'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { Counts } from './counts.tsx'
import { setBlock } from './data.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './person-head.module.css'
import { peopleText } from './text.ts'

/** `writeTo`: link to the conversation; `edit`: link to the own profile's form. */
export function PersonHead({
  person,
  isOwn,
  writeTo,
  edit,
}: {
  person: PersonPage
  isOwn: boolean
  writeTo: string
  edit: string
}) {
  const words = useText(peopleText)
  const name = displayNameOf(person)
  const below = [name === person.username ? '' : person.username, person.follows_me && !isOwn ? words.followsYou : '']
    .filter((part) => part !== '')
    .join(' · ')
  return (
    <div>
      <div className={styles.head}>
        <Avatar name={name} src={pictureUrl(person.avatar)} />
        <div className={layoutStyles.grow}>
          <h2>{name}</h2>
          <p className={textStyles.secondary}>
            {person.gender !== 'private' && <Gender gender={person.gender} />}
            <span>{below}</span>
          </p>
          <p className={textStyles.caption}>{words.joined(dateOf(person.joined_at))}</p>
          {person.region !== '' && (
            <p className={textStyles.caption}>
              <RegionName id={person.region} />
            </p>
          )}
        </div>
      </div>
      <Counts counts={person.counts} userId={isOwn ? '' : person.user_id} />
      {isOwn ? (
        <div className={styles.actions}>
          <a className={classes(buttonStyles.button, buttonStyles.outlined)} href={edit}>
            {words.editProfile}
          </a>
        </div>
      ) : person.is_blocked ? (
        <Blocked person={person} />
      ) : (
        <div className={styles.actions}>
          <FollowButton person={person} isBig />
          <a className={classes(buttonStyles.button, buttonStyles.outlined)} href={writeTo}>
            <MessageSquare size={20} strokeWidth={1.75} />
            {words.message}
          </a>
        </div>
      )}
    </div>
  )
}

function Gender({ gender }: { gender: 'male' | 'female' }) {
  const words = useText(peopleText)
  const Icon = gender === 'male' ? Mars : Venus
  return (
    <span className={layoutStyles.row}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span className={textStyles.visuallyHidden}>{words[gender]}</span>
    </span>
  )
}

function Blocked({ person }: { person: PersonPage }) {
  const words = useText(peopleText)
  const blocking = useMutation(setBlock(useQueryClient()))
  const name = displayNameOf(person)
  return (
    <div className={classes(cardStyles.card, styles.blocked)}>
      <p className={textStyles.label}>{words.isBlocked(name)}</p>
      <p className={textStyles.secondary}>{words.isBlockedText}</p>
      <Button
        variant="line"
        isBusy={blocking.isPending}
        onClick={() => mutateThen(blocking, { person, isOn: false }, () => toast(words.wasUnblocked(name)))}
      >
        {words.unblock}
      </Button>
    </div>
  )
}

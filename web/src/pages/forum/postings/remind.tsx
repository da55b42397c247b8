/** Notifications: followers, replies, likes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { paths, postHref } from '../../../forum/base/paths.ts'
import { forumText } from '../../../forum/base/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { readReminder } from '../../../message/data.ts'
import { ReminderList } from '../../../message/reminder-list.tsx'
import { messageText } from '../../../message/text.ts'
import { unread } from '../../../message/unread.ts'
import { personOf } from '../../../people/data.ts'
import buttonStyles from '../../../ui/button.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(messageText)
  const forum = useText(forumText)
  const client = useQueryClient()
  const count = useQuery(unread()).data?.reminders ?? 0
  return (
    <>
      <NavBar title={words.reminders} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')}>
        {count > 0 && (
          <IconButton label={words.readAll} onClick={() => void readReminder(client, '')}>
            <CheckCheck strokeWidth={1.75} />
          </IconButton>
        )}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <ReminderList
          otherwise={
            <a className={classes(buttonStyles.button, buttonStyles.main)} href={`#${paths.explore}`}>
              {forum.toExplore}
            </a>
          }
          hrefOf={({ kind, by, subject }) => {
            if (kind !== 'follow' && kind !== 'system' && subject !== '') return postHref(subject)
            return by && by.username !== '' ? personOf(by.user_id) : undefined
          }}
        />
      </main>
    </>
  )
}

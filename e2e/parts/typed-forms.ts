/** The forms and sheets in which people type, for the story of what becomes of typed text: how each is opened, its field, its main button. */
import type { Locator, Page } from 'playwright-core'

export type TypedForm = {
  name: string
  route: string
  /** From the page to the form, as a person does it. */
  open?: (page: Page) => Promise<void>
  field: (page: Page) => Locator
  /** Contains `Harbour` or digits that nothing else has. */
  typed: string
  button: (page: Page) => Locator
  /** Back closes it, and the page stays. */
  isSheet?: true
}

export type FormIds = { thread: string; task: string; friend: string }

/** The text of a reply of one's own in the thread. */
export const ownReply = 'Mine to edit'

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const inDialog = (name: string | RegExp) => (page: Page) =>
  dialog(page).getByRole('button', { name, exact: typeof name === 'string' })
const onPage = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).last()
const labelled = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).first()

export const typedForms = ({ thread, task, friend }: FormIds): TypedForm[] => [
  {
    name: 'nickname',
    route: '/pages/user/mine/setup/username',
    field: labelled('Nickname'),
    typed: 'Harbour Eve',
    button: onPage('Save'),
  },
  {
    name: 'about me',
    route: '/pages/user/mine/setup/userinfo',
    field: labelled('Birthday'),
    typed: '1981-02-03',
    button: onPage('Save'),
  },
  {
    name: 'invoice title',
    route: '/pages/user/userinfo/invoices',
    open: (page) => press(page, /Add invoice/),
    field: labelled('Title'),
    typed: 'Harbour invoices',
    button: onPage('Save'),
  },
  {
    name: 'address',
    route: '/pages/user/userinfo/addresses',
    open: (page) => press(page, /Add address/),
    field: labelled('Recipient'),
    typed: 'Harbour master',
    button: onPage('Save'),
  },
  {
    name: 'feedback',
    route: '/pages/user/help/index',
    field: labelled('What happened?'),
    typed: 'Harbour is foggy',
    button: onPage('Send feedback'),
  },
  {
    name: 'report',
    route: `/pages/forum/postings/thread?id=${thread}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).first().click()
      await dialog(page).getByRole('button', { name: 'Report' }).click()
    },
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'Harbour gossip',
    button: inDialog(/Report|Send/),
    isSheet: true,
  },
  {
    name: 'reply',
    route: `/pages/forum/postings/thread?id=${thread}`,
    open: (page) => page.locator('.thread-foot-write').click(),
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'Harbour replies',
    button: inDialog('Send'),
    isSheet: true,
  },
  {
    name: 'edit of a reply',
    route: `/pages/forum/postings/thread?id=${thread}`,
    open: async (page) => {
      const own = page.locator('.replies-reply').filter({ hasText: ownReply }).first()
      await own
        .getByRole('button', { name: /More|options/i })
        .last()
        .click()
      await dialog(page).getByRole('button', { name: 'Edit' }).click()
    },
    field: (page) => dialog(page).getByRole('textbox'),
    typed: `${ownReply}: Harbour edition`,
    button: inDialog('Save'),
    isSheet: true,
  },
  {
    name: 'post',
    route: '/pages/forum/editor',
    field: labelled('Title'),
    typed: 'Harbour by night',
    button: onPage('Post'),
  },
  {
    name: 'message',
    route: `/pages/user/mine/message/index?with=${friend}`,
    field: labelled('Write a message'),
    typed: 'Harbour hello',
    button: onPage('Send'),
  },
  {
    name: 'bullet comment',
    route: '/pages/main/video/index?id=place',
    field: labelled('Bullet comment'),
    typed: 'Harbour bullet',
    button: onPage('Send'),
  },
  {
    name: 'name of the box',
    route: '/pages/user/mine/device',
    open: async (page) => {
      await page
        .locator('main button, main a')
        .filter({ hasText: /Homeport|Box|HP/ })
        .first()
        .click()
      await dialog(page)
        .getByRole('button', { name: /Rename/ })
        .click()
    },
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'Harbour box',
    button: inDialog('Save'),
    isSheet: true,
  },
  {
    name: 'email',
    route: '/pages/user/setup/safe/bind_email',
    field: labelled('Email'),
    typed: 'harbour@example.org',
    button: onPage(/Add|Save|Link/),
  },
  {
    name: 'links',
    route: '/pages/device/download/list',
    open: (page) => press(page, 'Add download'),
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'http://films.example/Harbour.mkv',
    button: inDialog(/^Start download/),
    isSheet: true,
  },
  {
    name: 'feed address',
    route: '/pages/device/setting/feed',
    field: (page) => page.getByRole('textbox').first(),
    typed: 'http://127.0.0.1:9/harbour.xml',
    button: (page) => page.locator('main form button[type=submit]'),
  },
  {
    name: 'download settings',
    route: '/pages/device/setting/downloadconfig',
    field: labelled('Simultaneous downloads'),
    typed: '7',
    button: onPage('Save'),
  },
  {
    name: 'category',
    route: '/pages/device/setting/downloadconfig',
    open: (page) => press(page, 'Add category'),
    field: (page) => dialog(page).getByRole('textbox').first(),
    typed: 'Harbour films',
    button: inDialog('Save'),
    isSheet: true,
  },
  {
    name: 'torrent program',
    route: '/pages/device/setting/downloadconfig',
    open: async (page) => {
      await press(page, /aria2/)
      await dialog(page)
        .getByRole('button', { name: /Your own program/ })
        .click()
    },
    field: (page) => dialog(page).getByLabel('Address'),
    typed: 'http://127.0.0.1:9/harbour',
    button: (page) => dialog(page).locator('button[type=submit]'),
    isSheet: true,
  },
  {
    name: 'new folder',
    route: '/pages/device/files/list',
    open: async (page) => {
      // Within a folder after Back, in the list of them after a reload.
      const make = page.getByRole('button', { name: 'New folder' })
      const folder = page.locator('main li button').first()
      await make.or(folder).first().waitFor()
      if (!(await make.isVisible())) await folder.click()
      await make.click()
    },
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'Harbour folder',
    button: (page) => dialog(page).locator('button[type=submit]'),
    isSheet: true,
  },
  {
    name: 'name of a download',
    route: `/pages/device/download/detail?id=${task}`,
    open: (page) => press(page, /Original name/),
    field: (page) => dialog(page).getByRole('textbox'),
    typed: 'Harbour download',
    button: inDialog('Save'),
    isSheet: true,
  },
  {
    name: 'limits of a download',
    route: `/pages/device/download/detail?id=${task}`,
    open: (page) => press(page, /^Limits/),
    field: (page) => dialog(page).getByLabel('Download speed limit'),
    typed: '7.5',
    button: inDialog('Save'),
  },
]

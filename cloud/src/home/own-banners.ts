/** Default banners, used until the operator adds some. */
import type { Banner } from '@homeport/contract/home.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

const video = (id: string) => `/pages/main/video/index?id=${id}`

export const ownBanners: Record<Lang, Banner[]> = {
  en: [
    {
      id: 'own-place',
      title: 'A quiet place for your box',
      about: 'Guide · 1 minute',
      picture: null,
      scene: 'room',
      to: video('place'),
    },
    {
      id: 'own-link',
      title: 'Paste a link, go to bed',
      about: 'Guide · 1 minute',
      picture: null,
      scene: 'harbour',
      to: video('link'),
    },
    {
      id: 'own-start',
      title: 'Your first film in five steps',
      about: 'Quick start',
      picture: null,
      scene: 'library',
      to: '/pages/main/quickstart/index',
    },
  ],
  zh: [
    { id: 'own-place', title: '给盒子找个安静的地方', about: '指南 · 1 分钟', picture: null, scene: 'room', to: video('place') },
    { id: 'own-link', title: '粘贴链接，安心睡觉', about: '指南 · 1 分钟', picture: null, scene: 'harbour', to: video('link') },
    {
      id: 'own-start',
      title: '五步看上第一部影片',
      about: '快速上手',
      picture: null,
      scene: 'library',
      to: '/pages/main/quickstart/index',
    },
  ],
}

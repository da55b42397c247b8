/** Ids of the boards about Homeport itself, in each realm (spec 3). */
export const announcements = { zh: 54, en: 48 } as const
export const updates = { zh: 44, en: 81 } as const

import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  applyHolidayTemplate,
  type CalendarExceptionInput,
  copyHolidayTemplate,
  deleteCalendarException,
  deleteHoliday,
  deleteHolidayTemplate,
  type HolidayInput,
  type HolidayTemplate,
  type HolidayTemplateInput,
  importHolidays,
  postCalendarException,
  postHoliday,
  postHolidayTemplate,
  putHoliday,
  putHolidayTemplate,
} from '#contract/holidays.ts'
import { callForChange } from '#web/api/call-for-change.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { refreshWorkingTime } from './working-time.mutations.ts'

/** Creates a holiday, or changes one when `holidayId` is given with the version read. */
export const saveHolidayMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ holidayId, version, ...body }: HolidayInput & { holidayId?: string; version?: number }) =>
      holidayId === undefined
        ? call(postHoliday, { body })
        : call(putHoliday, { params: { id: holidayId }, body }, { ifMatch: version }),
    onSuccess: () => refreshWorkingTime(queryClient, 'holidays'),
  })

export const deleteHolidayMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (holidayId: string) => callForChange(deleteHoliday, { params: { id: holidayId } }),
    onSuccess: () => refreshWorkingTime(queryClient, 'holidays'),
  })

/** Adds the chosen days of a template; existing days are returned as duplicates. */
export const applyTemplateMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ templateId, chosen }: { templateId: string; chosen: { name: string; date: string }[] }) =>
      call(applyHolidayTemplate, { params: { id: templateId }, body: { chosen } }),
    onSuccess: () => refreshWorkingTime(queryClient, 'holidays'),
  })

/** Copies a template; the copy appears in the list at once. */
export const copyTemplateMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (templateId: string) => call(copyHolidayTemplate, { params: { id: templateId } }),
    onSuccess: (copy) =>
      queryClient.setQueryData<HolidayTemplate[]>(tenantKey('holidayTemplates', 'list'), (templates) => [
        ...(templates ?? []),
        copy,
      ]),
  })

/** Creates a template, or changes one when `templateId` is given with the version read; the list is updated at once. */
export const saveTemplateMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ templateId, version, ...body }: HolidayTemplateInput & { templateId?: string; version?: number }) =>
      templateId === undefined
        ? call(postHolidayTemplate, { body })
        : call(putHolidayTemplate, { params: { id: templateId }, body }, { ifMatch: version }),
    onSuccess: (saved) =>
      queryClient.setQueryData<HolidayTemplate[]>(tenantKey('holidayTemplates', 'list'), (templates = []) =>
        templates.some(({ templateId }) => templateId === saved.templateId)
          ? templates.map((template) => (template.templateId === saved.templateId ? saved : template))
          : [...templates, saved],
      ),
  })

export const deleteTemplateMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (templateId: string) => call(deleteHolidayTemplate, { params: { id: templateId } }),
    onSuccess: (_, templateId) =>
      queryClient.setQueryData<HolidayTemplate[]>(tenantKey('holidayTemplates', 'list'), (templates) =>
        templates?.filter((template) => template.templateId !== templateId),
      ),
  })

/** Reads a calendar file; without `dryRun` its days are added all or nothing. */
export const importHolidaysMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { ics: string; dryRun: boolean }) => call(importHolidays, { body }),
    onSuccess: (_, { dryRun }) => (dryRun ? undefined : refreshWorkingTime(queryClient, 'holidays')),
  })

export const addExceptionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: CalendarExceptionInput) => call(postCalendarException, { body }),
    onSuccess: () => refreshWorkingTime(queryClient, 'holidays'),
  })

export const takeBackExceptionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (exceptionId: string) => callForChange(deleteCalendarException, { params: { id: exceptionId } }),
    onSuccess: () => refreshWorkingTime(queryClient, 'holidays'),
  })

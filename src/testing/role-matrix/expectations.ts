/**
 * Status of every endpoint for every actor. Columns:
 * anonymous, expired, user, userOfTwo, otherUser, admin, otherAdmin, superWithoutTenant, superInTenant, disabled.
 * "other" actors request a record of the home organization, or use their own organization when the route names no record.
 */
const rows = `
getHealth               200 200 200 200 200 200 200 200 200 200
getReady                200 200 200 200 200 200 200 200 200 200
postErrorReport         200 200 200 200 200 200 200 200 200 200
postLogin               200 200 200 200 200 200 200 200 200 200
postDirectLogin         200 200 200 200 200 200 200 200 200 200
postOneTimeLink         200 200 200 200 200 200 200 200 200 200
postAcceptInvitation    200 200 200 200 200 200 200 200 200 200
postResetPassword       200 200 200 200 200 200 200 200 200 200
postLogout              200 200 200 200 200 200 200 200 200 200
getValidate             401 401 200 200 200 200 200 200 200 401
postNotificationToken   401 401 200 200 200 200 200 403 200 401
postNotificationTicket  401 401 401 401 401 401 401 401 401 401
getMe                   401 401 200 200 200 200 200 200 200 401
getProfile              401 401 200 200 200 200 200 200 200 401
listMyTenants           401 401 200 200 200 200 200 200 200 401
getUser                 401 401 404 404 404 200 404 200 200 401
getUserByEmail          401 401 404 404 404 200 404 200 200 401
putProfile              401 401 200 200 200 200 200 200 200 401
putPreferences          401 401 200 200 200 200 200 200 200 401
putSettings             401 401 200 200 200 200 200 200 200 401
postPassword            401 401 200 200 200 200 200 200 200 401
listMySessions          401 401 200 200 200 200 200 200 200 401
deleteMySession         401 401 404 404 404 404 404 404 404 401
deleteMyOtherSessions   401 401 200 200 200 200 200 200 200 401
putMyTenant             401 401 200 200 403 200 403 200 200 401
listUsers               401 401 403 403 403 200 200 403 200 401
postUser                401 401 403 403 403 201 201 403 201 401
putUser                 401 401 403 403 403 200 404 403 200 401
deleteUser              401 401 403 403 403 204 404 403 204 401
postPasswordReset       401 401 403 403 403 201 404 403 201 401
listUserSessions        401 401 403 403 403 200 404 403 200 401
deleteUserSessions      401 401 403 403 403 204 404 403 204 401
listTenants             401 401 403 403 403 403 403 200 200 401
listTenantOverviews     401 401 403 403 403 403 403 200 200 401
postTenant              401 401 403 403 403 403 403 201 201 401
putTenant               401 401 403 403 403 403 403 200 200 401
deleteTenant            401 401 403 403 403 403 403 204 204 401
listTenantMembers       401 401 403 403 403 403 403 200 200 401
getAccess               401 401 200 200 200 200 200 403 200 401
postAccessRequest       401 401 201 201 201 422 422 403 422 401
withdrawAccessRequest   401 401 404 404 404 404 404 403 404 401
grantAccessRequest      401 401 403 403 403 200 404 403 200 401
refuseAccessRequest     401 401 403 403 403 200 404 403 200 401
listUnreadNotifications 401 401 401 401 401 401 401 401 401 401
postNotification        401 401 401 401 401 401 401 401 401 401
listNotifications       401 401 200 200 200 200 200 403 200 401
readNotification        401 401 200 200 404 200 404 403 404 401
readAllNotifications    401 401 200 200 200 200 200 403 200 401
clearNotifications      401 401 204 204 204 204 204 403 204 401
deleteNotification      401 401 204 204 404 204 404 403 404 401
getAdminOverview        401 401 403 403 403 200 200 403 200 401
listAudit               401 401 403 403 403 200 200 403 200 401
exportAudit             401 401 403 403 403 200 200 403 200 401
listUserAssociations    401 401 404 404 404 200 404 200 200 401
getTenantSettings         401 401 200 200 200 200 200 403 200 401
putTenantSettings         401 401 403 403 403 200 200 403 200 401
listProjects            401 401 200 200 200 200 200 403 200 401
getProjectColumns       401 401 200 200 200 200 200 403 200 401
getProject              401 401 200 200 404 200 404 403 200 401
listLateParts           401 401 200 200 404 200 404 403 200 401
listRemedies            401 401 200 200 404 200 404 403 200 401
postProject             401 401 201 201 201 201 201 403 201 401
putProject              401 401 200 200 404 200 404 403 200 401
patchProject            401 401 200 200 404 200 404 403 200 401
patchProjects           401 401 200 200 200 200 200 403 200 401
deleteProject           401 401 403 403 403 204 404 403 204 401
getProjectFlow          401 401 200 200 200 200 200 403 200 401
getDelivery             401 401 200 200 200 200 200 403 200 401
getLoadMatrix           401 401 200 200 200 200 200 403 200 401
getLoadCell             401 401 200 200 404 200 404 403 200 401
getLateCauses           401 401 200 200 200 200 200 403 200 401
getEstimateAccuracy     401 401 200 200 200 200 200 403 200 401
getDashboard            401 401 200 200 200 200 200 403 200 401
listProjectHistory      401 401 200 200 404 200 404 403 200 401
listHistory             401 401 200 200 200 200 200 403 200 401
exportHistory           401 401 200 200 200 200 200 403 200 401
listChanges             401 401 200 200 200 200 200 403 200 401
undoChange              401 401 200 200 404 200 404 403 200 401
redoChange              401 401 422 422 404 422 404 403 422 401
undoLast                401 401 200 200 200 200 200 403 200 401
redoLast                401 401 200 200 200 200 200 403 200 401
listProjectOperations   401 401 200 200 404 200 404 403 200 401
listOperationsOfProject 401 401 200 200 404 200 404 403 200 401
batchOperations         401 401 200 200 200 200 200 403 200 401
getOperation            401 401 200 200 404 200 404 403 200 401
createOperation         401 401 201 201 404 201 404 403 201 401
addOperation            401 401 200 200 404 200 404 403 200 401
addOperations           401 401 200 200 404 200 404 403 200 401
putOperation            401 401 200 200 404 200 404 403 200 401
postProgress            401 401 200 200 404 200 404 403 200 401
deleteOperation         401 401 204 204 404 204 404 403 204 401
reorderOperations       401 401 200 200 404 200 404 403 200 401
moveOperations          401 401 200 200 404 200 404 403 200 401
listOperationRows       401 401 200 200 200 200 200 403 200 401
listOperationGroups     401 401 200 200 200 200 200 403 200 401
exportOperations        401 401 200 200 200 200 200 403 200 401
previewMove             401 401 200 200 200 200 200 403 200 401
bulkChangeOperations    401 401 200 200 200 200 200 403 200 401
snoozeOperations        401 401 200 200 404 200 404 403 200 401
unsnoozeOperations      401 401 200 200 200 200 200 403 200 401
listSavedViews          401 401 200 200 200 200 200 403 200 401
postSavedView           401 401 201 201 201 201 201 403 201 401
putSavedView            401 401 403 403 404 200 404 403 200 401
deleteSavedView         401 401 403 403 404 204 404 403 204 401
scheduleAll             401 401 202 202 202 202 202 403 202 401
scheduleProject         401 401 202 202 404 202 404 403 202 401
scheduleSelected        401 401 202 202 404 202 404 403 202 401
listRuns                401 401 200 200 200 200 200 403 200 401
getRun                  401 401 200 200 404 200 404 403 200 401
getRunResult            401 401 200 200 404 200 404 403 200 401
cancelRun               401 401 200 200 404 200 404 403 200 401
revertRun               401 401 422 422 404 422 404 403 422 401
listRunChanges          401 401 200 200 404 200 404 403 200 401
searchRecords           401 401 200 200 200 200 200 403 200 401
getSchedule             401 401 200 200 200 200 200 403 200 401
getPlacement            401 401 200 200 404 200 404 403 200 401
listCategories          401 401 200 200 200 200 200 403 200 401
postCategory            401 401 403 403 403 201 201 403 201 401
putCategory             401 401 403 403 403 200 404 403 200 401
deleteCategory          401 401 403 403 403 204 404 403 204 401
listCategoryUsage       401 401 200 200 200 200 200 403 200 401
putCategoryOrder        401 401 403 403 403 200 400 403 200 401
previewWorkingTime      401 401 403 403 403 200 200 403 200 401
listShifts              401 401 200 200 200 200 200 403 200 401
postShift               401 401 403 403 403 201 201 403 201 401
putShift                401 401 403 403 403 200 404 403 200 401
deleteShift             401 401 403 403 403 204 404 403 204 401
listHolidays            401 401 200 200 200 200 200 403 200 401
postHoliday             401 401 403 403 403 201 201 403 201 401
putHoliday              401 401 403 403 403 200 404 403 200 401
deleteHoliday           401 401 403 403 403 204 404 403 204 401
importHolidays          401 401 403 403 403 200 200 403 200 401
listHolidayRegions       401 401 200 200 200 200 200 403 200 401
listHolidayTemplates    401 401 200 200 200 200 200 403 200 401
postHolidayTemplate     401 401 403 403 403 201 201 403 201 401
putHolidayTemplate      401 401 403 403 403 200 404 403 200 401
deleteHolidayTemplate   401 401 403 403 403 204 404 403 204 401
applyHolidayTemplate    401 401 403 403 403 200 404 403 200 401
copyHolidayTemplate     401 401 403 403 403 201 404 403 201 401
listCalendarExceptions  401 401 200 200 200 200 200 403 200 401
postCalendarException   401 401 201 201 201 201 201 403 201 401
deleteCalendarException 401 401 204 204 404 204 404 403 204 401
`

/** Expected statuses by endpoint name, in the order of `actorNames`. */
export const expectations: ReadonlyMap<string, readonly number[]> = new Map(
  rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([name = '', ...statuses]) => [name, statuses.map(Number)]),
)

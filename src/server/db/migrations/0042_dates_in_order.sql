-- Repairs dates that are not in order, before the tables refuse them. A run could store begun work with an end before its start: it kept
-- a scheduled start that was still to come, and wrote the end at which the work will be done. That end is right, and so is the actual
-- start, so the scheduled start becomes the actual one, or the end where nobody reported when the work began. An actual end before an
-- actual start is kept too, because it decides what is completed and when: the start becomes the end.
-- A server of the release before that makes such a plan while an upgrade rolls ends that run as failed, and leaves the plan in force.
WITH "repaired" AS (
	UPDATE "tenants" t SET "change_number" = "change_number" + 1, "plan_version" = "plan_version" + 1
	WHERE EXISTS (SELECT FROM "placements" p WHERE p."tenant_id" = t."tenant_id" AND p."plan_id" = t."plan_id"
			AND p."scheduled_end_date" < p."scheduled_start_date")
		OR EXISTS (SELECT FROM "operations" o WHERE o."tenant_id" = t."tenant_id" AND o."actual_end_date" < o."actual_start_date")
	RETURNING "tenant_id", "change_number")
INSERT INTO "shop_changes" ("tenant_id", "number", "project_ids", "whole")
SELECT "tenant_id", "change_number", '{}', true FROM "repaired";--> statement-breakpoint
UPDATE "operations" SET "actual_start_date" = "actual_end_date", "version" = "version" + 1
WHERE "actual_end_date" < "actual_start_date";--> statement-breakpoint
-- LEAST ignores what is unknown.
UPDATE "placements" p SET "moves" = p."moves" + 1, "scheduled_start_date" = least(p."scheduled_end_date", (SELECT o."actual_start_date"
	FROM "operations" o WHERE o."tenant_id" = p."tenant_id" AND o."operation_id" = p."operation_id"))
WHERE p."scheduled_end_date" < p."scheduled_start_date";--> statement-breakpoint
UPDATE "placements" p SET "made_start_date" = least(p."made_end_date", (SELECT o."actual_start_date"
	FROM "operations" o WHERE o."tenant_id" = p."tenant_id" AND o."operation_id" = p."operation_id"))
WHERE p."made_end_date" < p."made_start_date";--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_actual_in_order" CHECK ("operations"."actual_end_date" >= "operations"."actual_start_date");--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_in_order" CHECK ("placements"."scheduled_end_date" >= "placements"."scheduled_start_date");--> statement-breakpoint
ALTER TABLE "placements" ADD CONSTRAINT "placements_made_in_order" CHECK ("placements"."made_end_date" >= "placements"."made_start_date");
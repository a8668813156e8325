ALTER TABLE "access_requests" ADD COLUMN "access" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "access" text DEFAULT 'plan' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "work_center_ids" jsonb;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "access" text DEFAULT 'plan' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "work_center_ids" jsonb;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "planners_apply_plans" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "memberships" SET "access" = 'admin' WHERE "is_admin";--> statement-breakpoint
UPDATE "invitations" SET "access" = 'admin' WHERE "is_admin";--> statement-breakpoint
UPDATE "change_sets" SET "undo_right" = 'run' WHERE "undo_right" = 'planner' AND "summary"->>'entity' = 'schedulingRun';--> statement-breakpoint
UPDATE "change_sets" SET "undo_right" = 'projects' WHERE "undo_right" = 'planner' AND "summary"->>'entity' = 'project';
ALTER TABLE "holidays" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "plan_outdated" jsonb;
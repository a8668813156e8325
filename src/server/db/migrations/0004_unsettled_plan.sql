ALTER TABLE "operations" ADD COLUMN "settled_run_id" uuid;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "unsettled_run_id" uuid;
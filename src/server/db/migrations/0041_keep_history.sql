ALTER TABLE "tenants" ADD COLUMN "keep_history_years" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "history_from" timestamp (3) with time zone;
CREATE TABLE "morning_plans" (
	"tenant_id" uuid NOT NULL,
	"day" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"outcome" text,
	"proposal_id" uuid,
	"summary" jsonb,
	"moved_operations" integer DEFAULT 0 NOT NULL,
	"held_back" text,
	CONSTRAINT "morning_plans_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "morning_plan" jsonb DEFAULT '{"isOn":true,"at":"05:30","weekdays":[1,2,3,4,5],"effort":"balanced","applyFromLateDays":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "morning_plans" ADD CONSTRAINT "morning_plans_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "assistant_calls" (
	"tenant_id" uuid NOT NULL,
	"call_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"token_name" text NOT NULL,
	"tool" text NOT NULL,
	"asked" text NOT NULL,
	"outcome" text NOT NULL,
	"answer" text NOT NULL,
	"proposal_id" uuid,
	CONSTRAINT "assistant_calls_tenant_id_call_id_pk" PRIMARY KEY("tenant_id","call_id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "may_apply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "no_new_late" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "no_frozen" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "most_moved" integer DEFAULT 25 NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_calls" ADD CONSTRAINT "assistant_calls_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_calls_user" ON "assistant_calls" USING btree ("tenant_id","user_id","call_id");